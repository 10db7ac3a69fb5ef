/** Which release of the add-on this is: the build puts it here. */
declare const VERSION: string;

export const version = VERSION;
