// TextStyle: the font of a range's first cell, or a style to apply.
import { type Emulated, strict } from './strict.ts';

type Range = GoogleAppsScript.Spreadsheet.Range;
type TextStyle = GoogleAppsScript.Spreadsheet.TextStyle;
type Builder = GoogleAppsScript.Spreadsheet.TextStyleBuilder;

/** A style by aspect, named as in Range members such as `getFontSizes`. Absent aspects stay unchanged. */
export interface StyleSpec {
  FontSizes?: number | undefined;
  FontFamilies?: string | undefined;
  FontColors?: string | undefined;
  FontWeights?: 'bold' | 'normal' | undefined;
  FontStyles?: 'italic' | 'normal' | undefined;
  FontLines?: 'underline' | 'line-through' | 'none' | undefined;
}

const specs = new WeakMap<object, StyleSpec>();

export function styleSpec(style: unknown): StyleSpec {
  return specs.get(style as object) ?? {};
}

export function textStyle(spec: StyleSpec): TextStyle {
  const told = (name: keyof StyleSpec, value: string) =>
    (spec[name] === undefined ? null : spec[name] === value) as boolean;
  const style = strict<TextStyle>('TextStyle', {
    getFontSize: () => (spec.FontSizes ?? null) as number,
    getFontFamily: () => spec.FontFamilies ?? null,
    getForegroundColor: () => spec.FontColors ?? null,
    isBold: () => told('FontWeights', 'bold'),
    isItalic: () => told('FontStyles', 'italic'),
    isUnderline: () => told('FontLines', 'underline'),
    isStrikethrough: () => told('FontLines', 'line-through'),
    copy: () => textStyleBuilder(spec),
  });
  specs.set(style, spec);
  return style;
}

export function textStyleOf(range: Range): TextStyle {
  return textStyle({
    FontSizes: range.getFontSize(),
    FontFamilies: range.getFontFamily(),
    FontColors: range.getFontColor(),
    FontWeights: range.getFontWeight() as 'bold',
    FontStyles: range.getFontStyle() as 'italic',
    FontLines: range.getFontLine() as 'underline',
  });
}

export function textStyleBuilder(before: StyleSpec = {}): Builder {
  const spec = { ...before };
  const set =
    <N extends keyof StyleSpec, V>(name: N, asKept: (given: V) => StyleSpec[N]) =>
    (given: V) => {
      spec[name] = asKept(given);
      return builder;
    };
  const members: Emulated<Builder> = {
    setFontSize: set('FontSizes', (size: number) => size),
    setFontFamily: set('FontFamilies', (family: string) => family),
    setForegroundColor: set('FontColors', (color: string | null) => color ?? undefined),
    setBold: set('FontWeights', (is: boolean) => (is ? 'bold' : 'normal')),
    setItalic: set('FontStyles', (is: boolean) => (is ? 'italic' : 'normal')),
    setUnderline: set('FontLines', (is: boolean) => (is ? 'underline' : 'none')),
    setStrikethrough: set('FontLines', (is: boolean) => (is ? 'line-through' : 'none')),
    build: () => textStyle({ ...spec }),
  };
  const builder: Builder = strict<Builder>('TextStyleBuilder', members);
  return builder;
}
