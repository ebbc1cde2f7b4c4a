/** The email that the page shows, and that its dialogs resend and discard. */
import type { OfficeEmailPageQuery } from './EmailPage.generated'

export type OpenedEmail = NonNullable<OfficeEmailPageQuery['office']['mail']>
