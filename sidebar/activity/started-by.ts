/** What a run was started by, in words. */
const WORDS: Readonly<Record<string, string>> = {
  schedule: 'by the schedule',
  backfill: 'for the past',
  sidebar: 'in the sidebar',
  menu: 'by the menu',
  demo: 'for the demo',
};

export function startedBy(why: string): string {
  return WORDS[why] ?? why;
}
