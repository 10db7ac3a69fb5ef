const office = 'http://schemas.openxmlformats.org/officeDocument/2006';

export const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const relationNamespace = `${office}/relationships`;
export const drawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/main';
export const chartNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
export const anchorNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
