/** The lock under which a shopper's own things change: the cart's row, which every account has. */
import type { Tx } from '../../database/client'

/** Holds the cart until the transaction ends, so that two changes of one shopper's never cross. Returns the cart's id. */
export async function lockCart(tx: Tx, viewerId: string): Promise<string> {
  const [cart] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM cart WHERE user_id = ${viewerId}::uuid FOR UPDATE`
  return cart!.id
}
