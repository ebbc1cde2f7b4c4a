/** Asks the studio about an order. `linkKey` is the key of the emailed link that shows the order without a login. */
import { AskStudio } from '../contact/AskStudio'

export const OrderHelp = ({ number, linkKey }: { number: string; linkKey?: string }) => (
  <AskStudio
    subject={{ name: `order ${number}`, input: linkKey === undefined ? { orderNumber: number } : { linkKey } }}
  >
    Contact us about this order
  </AskStudio>
)
