/** Locations of stock. */
export interface Stock {
  country: string;
  fulfillment: number;
  quantity: number;
  /** Set for stock held by the marketplace's operator. */
  operatorWarehouse?: string;
}

/** Countries that an item can have stock in, besides its home country. */
export const abroad = ['CAN', 'AUS', 'GBR', 'KOR', 'SGP', 'NZL', 'MEX', 'DEU'] as const;
