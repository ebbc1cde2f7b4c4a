/** Names of collections that the shop's navigation offers; all of them lead to the whole range. */
export const COLLECTIONS = ['Decor', 'Dining', 'Kitchen', 'Gifts', 'Brands']
