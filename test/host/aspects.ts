// The aspects of a range, with the plural and singular forms in member names such as `getValues` and `getValue`.

export const rangeAspects = [
  ['values', 'Values', 'Value'],
  ['displayValues', 'DisplayValues', 'DisplayValue'],
  ['formulas', 'Formulas', 'Formula'],
  ['formulasR1C1', 'FormulasR1C1', 'FormulaR1C1'],
  ['numberFormats', 'NumberFormats', 'NumberFormat'],
  ['notes', 'Notes', 'Note'],
  ['backgrounds', 'Backgrounds', 'Background'],
  ['fontColors', 'FontColors', 'FontColor'],
  ['fontWeights', 'FontWeights', 'FontWeight'],
  ['fontStyles', 'FontStyles', 'FontStyle'],
  ['fontLines', 'FontLines', 'FontLine'],
  ['fontSizes', 'FontSizes', 'FontSize'],
  ['fontFamilies', 'FontFamilies', 'FontFamily'],
  ['horizontalAlignments', 'HorizontalAlignments', 'HorizontalAlignment'],
  ['verticalAlignments', 'VerticalAlignments', 'VerticalAlignment'],
  ['wrapStrategies', 'WrapStrategies', 'WrapStrategy'],
  ['validations', 'DataValidations', 'DataValidation'],
] as const;
