/** The email that the page shows, and that its dialogs resend and discard. */
import type { OfficeMailPageQuery } from './MailPage.generated'

export type OpenedMail = NonNullable<OfficeMailPageQuery['office']['mail']>
