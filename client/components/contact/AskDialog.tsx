/** The form for a question to the studio. For a logged-in shopper, the name and the email are filled in. */
import { MAX_QUESTION_LENGTH, questionInput, questionMessage } from '../../../server/shared/validation'
import { useAskStudio } from '../../data/account/askStudio'
import { useShopSettings } from '../../data/catalogue/shop'
import { useQuery } from '../../data/reading'
import { useShopper } from '../../data/session/shopper'
import { ShopperQueryDocument } from '../../data/session/shopper.generated'
import { Field, TextField } from '../form/Field'
import { FormDialog } from '../form/FormDialog'
import { ContactWays } from './ContactWays'

/** What the question is about, with its name for people. */
export interface Subject {
  name: string
  input: { productId?: string; orderNumber?: string; linkKey?: string }
}

export function AskDialog({ subject, onClose }: { subject: Subject | null; onClose: () => void }) {
  const { loggedIn } = useShopper()
  const { guestAccount } = useShopSettings()
  // No loader: the dialog opens from many pages, and every page has loaded the shopper.
  const { data } = useQuery(ShopperQueryDocument, { skip: !loggedIn })
  const [ask] = useAskStudio()
  // Many people share the demo account, so its address is not filled in.
  const me = data?.me && data.me.email !== guestAccount?.email ? data.me : null
  const send = ({ name = '', email = '', message = '' }: Record<string, string>) => {
    const input = { name, email, message, ...subject?.input }
    const issues = questionInput.safeParse(input).error?.issues ?? []
    const invalid = new Set(issues.map(({ path }) => String(path[0])))
    if (invalid.size > 0) return [...invalid].map((field) => ({ field, message: questionMessage(field) }))
    return ask(input)
  }
  return (
    <FormDialog
      title={subject ? `Ask about ${subject.name}` : 'Send us a message'}
      action="Send"
      keep={null}
      send={send}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={200}
            defaultValue={me ? `${me.firstName} ${me.lastName}`.trim() : ''}
            error={errorOf('name')}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={me?.email ?? ''}
            hint="We answer to this address."
            error={errorOf('email')}
          />
          <TextField
            label="Your question"
            name="message"
            rows={5}
            maxLength={MAX_QUESTION_LENGTH}
            error={errorOf('message')}
          />
          <ContactWays />
        </>
      )}
    </FormDialog>
  )
}
