/** Style sheets inlined by the build. */
declare module '*.css';
