/** Where stock can be. */
export interface Stock {
  country: string;
  fulfillment: number;
  quantity: number;
  /** Set where the marketplace's operator holds the stock. */
  operatorWarehouse?: string;
}

/** Countries beside the one from which an item is sold. */
export const abroad = ['CAN', 'AUS', 'GBR', 'KOR', 'SGP', 'NZL', 'MEX', 'DEU'] as const;
