/** A text that was packed elsewhere, as the recording of the demo shop is. */
const PACKED = 'H4sIAAAAAAACA3MvOrzn8PxUhUdNawAHc836CwAAAA==';

export const UNPACKED = 'Grüße €';

export function unpacked(): string {
  const bytes = Utilities.base64Decode(PACKED);
  return Utilities.ungzip(Utilities.newBlob(bytes, 'application/x-gzip')).getDataAsString('UTF-8');
}
