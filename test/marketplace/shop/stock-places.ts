export interface Stock {
  country: string;
  fulfillment: number;
  quantity: number;
  /** The operator's warehouse, if the operator holds the stock. */
  operatorWarehouse?: string;
}

/** Countries that can have stock in addition to an item's home country. */
export const abroad = ['CAN', 'AUS', 'GBR', 'KOR', 'SGP', 'NZL', 'MEX', 'DEU'] as const;
