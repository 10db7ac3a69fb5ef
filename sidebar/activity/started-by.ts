const WORDS: Readonly<Record<string, string>> = {
  schedule: 'scheduled',
  backfill: 'past data',
  sidebar: 'from the sidebar',
  menu: 'from the menu',
  demo: 'demo shop',
};

export function startedBy(why: string): string {
  return WORDS[why] ?? why;
}
