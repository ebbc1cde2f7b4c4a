/** A note on an order that was placed before the owner of the email took the account over. Another person may have placed it. */
interface PlacedBeforeTakeoverProps {
  order: { placedAt: string }
  takenOverAt: string | null
}

export const PlacedBeforeTakeover = ({ order, takenOverAt }: PlacedBeforeTakeoverProps) =>
  takenOverAt !== null &&
  Date.parse(order.placedAt) < Date.parse(takenOverAt) && (
    <p>Placed before you confirmed your email. If it is not yours, you can cancel it until it is packed.</p>
  )
