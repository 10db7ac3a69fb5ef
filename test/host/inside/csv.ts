export function parseCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  const endRow = () => {
    row.push(field);
    rows.push(row);
    row = [];
    field = '';
  };
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]!;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (text[index + 1] === '"') field += text[++index];
      else quoted = false;
    } else if (letter === '"' && field === '') quoted = true;
    else if (letter === delimiter) {
      row.push(field);
      field = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[index + 1] === '\n') index++;
      endRow();
    } else field += letter;
  }
  if (field !== '' || row.length > 0) endRow();
  return rows;
}
