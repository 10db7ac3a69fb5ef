/** Finds user-visible strings in a source file: literals with a word in them, templates, and element text. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isConditionalExpression,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxText,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';

export interface Text {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

const LABELS = new Set(['label', 'title', 'text', 'header', 'unit', 'meaning', 'note', 'hint', 'placeholder']);
const NOT_READ = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.LiteralType,
]);

export function textsOf(file: SourceFile): readonly Text[] {
  const texts: Text[] = [];
  const add = (node: Node, text: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    texts.push({ line: line + 1, text: text.replace(/\s+/g, ' ').trim() });
  };
  const visit = (node: Node): void => {
    if (NOT_READ.has(node.kind) || (isJsxAttribute(node) && node.name.getText(file) === 'class')) return;
    const isText = isJsxElement(node) ? node.children.some(hasText) : isLiteral(node);
    if (!isText) {
      node.forEachChild(visit);
      return;
    }
    const inside: Node[] = [];
    const text = shown(node, file, inside);
    if (isJsxElement(node) || isSentence(text) || (isLabel(node, file) && /[a-z]{2}/i.test(text))) add(node, text);
    for (const part of inside) visit(part);
  };
  visit(file);
  return texts;
}

/**
 * Renders literals unchanged, conditionals as {one|other}, and other expressions as {code}. Adds those expressions to
 * `rest`.
 */
function shown(node: Node, file: SourceFile, rest: Node[]): string {
  if (isJsxText(node)) return node.text.replace(/\s*\n\s*/g, node.text.trim() === '' ? '' : ' ');
  if (isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => shown(span.expression, file, rest) + span.literal.text);
    return node.head.text + spans.join('');
  }
  if (isLiteral(node) && 'text' in node) return String(node.text);
  if (isJsxElement(node)) {
    rest.push(node.openingElement);
    return node.children.map((child) => shown(child, file, rest)).join('');
  }
  if (isJsxExpression(node)) return node.expression ? shown(node.expression, file, rest) : '';
  if (isConditionalExpression(node)) {
    const { condition, whenTrue, whenFalse } = node;
    if (isLiteral(whenTrue) || isLiteral(whenFalse)) {
      rest.push(condition);
      return `{${shown(whenTrue, file, rest)}|${shown(whenFalse, file, rest)}}`;
    }
  }
  rest.push(node);
  const source = node.getText(file);
  return source.length <= 40 ? `{${source}}` : '{…}';
}

function isLiteral(node: Node): boolean {
  return isStringLiteral(node) || node.kind === SyntaxKind.NoSubstitutionTemplateLiteral || isTemplateExpression(node);
}

function hasText(child: Node): boolean {
  return isJsxText(child) && /[a-z]/i.test(child.text);
}

function isSentence(text: string): boolean {
  return /[a-z]{2}[^\n]* |^[A-Z][a-z]+\.?$/.test(text) && !/^[\w-]+(\.[\w-]+)+$|[{;]\s*\w+:|=>/.test(text);
}

/** Values of these properties and attributes are always visible, however short. */
function isLabel(node: Node, file: SourceFile): boolean {
  const { parent } = node;
  return (isPropertyAssignment(parent) || isJsxAttribute(parent)) && LABELS.has(parent.name.getText(file));
}
