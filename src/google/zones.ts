/** Time zones that `Intl` does not know, by Google's own clock. */
import { askOfOtherZones } from '../tables/zone.ts';

askOfOtherZones((at, zone) => Date.parse(Utilities.formatDate(new Date(at), zone, "yyyy-MM-dd'T'HH:mm:ss'Z'")));
