/** Adds the add-on's menu under Extensions and removes entries that can't work here. */
import { registries } from '@odoo/o-spreadsheet';
import type { WireMenu } from '../wire.ts';

interface Item {
  id?: string;
  name?: string | (() => string);
  sequence?: number;
  separator?: boolean;
  children?: Item[] | (() => Item[]);
  execute?: () => void;
}

interface MenuRegistry {
  content: Record<string, Item>;
  add(id: string, item: Item): unknown;
}

/** Entries for features that the host lacks or supports only in scripts, such as merges, tables, images, and rules. */
const cannotWork = [
  /^(print|settings|edit_table|delete_table|insert_(cell|chart|carousel|pivot|image|table|link|checkbox|dropdown)(_\w+)?)$/,
  /^(delete_cell|edit_delete_cell_\w+|format_cf|conditional_formatting|data_cleanup|split_to_columns)$/,
  /^(data_validation|named_range|add_remove_data_filter|pivot_\w+|reinsert_\w+|group_\w+|ungroup_\w+)$/,
  /^(view_formulas|view_irregularity_map|toggle_pin_panel|column_statistics|file|collapse_pivot)$/,
];

/** Entries computed when a menu opens are functions without an ID. */
const works = ({ id }: Item) => !id || !cannotWork.some((pattern) => pattern.test(id));

function pruned(item: Item): Item {
  if (Array.isArray(item.children)) item.children = item.children.filter(works).map(pruned);
  return item;
}

export function arrangeMenus(menus: readonly WireMenu[], run: (handler: string) => void): void {
  const { topbarMenuRegistry, cellMenuRegistry, colMenuRegistry, rowMenuRegistry } = registries;
  for (const registry of [topbarMenuRegistry, cellMenuRegistry, colMenuRegistry, rowMenuRegistry]) {
    const { content } = registry as unknown as MenuRegistry;
    for (const [id, item] of Object.entries(content)) {
      if (works({ ...item, id })) pruned(item);
      else delete content[id];
    }
  }
  if (menus.length === 0) return;
  (topbarMenuRegistry as unknown as MenuRegistry).add('extensions', {
    name: 'Extensions',
    sequence: 90,
    children: menus.map((menu, index) => itemOf(menu, `extension-${index}`, run, false)),
  });
}

function itemOf(menu: WireMenu, id: string, run: (handler: string) => void, separator: boolean): Item {
  const { label, handler, entries } = menu;
  const item: Item = { id, name: label, separator };
  if (handler) return { ...item, execute: () => run(handler) };
  const children = (entries ?? []).flatMap((entry, index, all) =>
    entry === 'separator' ? [] : [itemOf(entry, `${id}-${index}`, run, all[index + 1] === 'separator')],
  );
  return { ...item, children: children.map((child, index) => ({ ...child, sequence: index })) };
}
