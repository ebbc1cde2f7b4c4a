/** The PIN code that was last checked on this device. */
import { readStored, writeStored } from './storage'

const KEY = 'deliveryPin'

export const readDeliveryPin = (): string | null => readStored(KEY)
export const rememberDeliveryPin = (pin: string): void => writeStored({ [KEY]: pin })
