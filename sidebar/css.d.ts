/** Style sheets that the build inlines. */
declare module '*.css';
