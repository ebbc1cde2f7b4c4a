/** An API key, as the page and its dialogs show it. */
import type { OfficeKeysPageQuery } from './KeysPage.generated'

export type Key = OfficeKeysPageQuery['office']['apiKeys'][number]
