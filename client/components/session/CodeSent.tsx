/** Says where the shop sent a code. */
import { useShopSettings } from '../../data/catalogue/shop'

interface CodeSentProps {
  email: string
  /** True if the code is in the welcome email of the sign-up. */
  isWelcome?: boolean
}

export function CodeSent({ email, isWelcome = false }: CodeSentProps) {
  const { codesByMail, name } = useShopSettings()
  const byEmail = isWelcome
    ? `Enter the code from our email “Welcome to ${name}”, which is valid for 10 minutes, or press Send a new code.`
    : `We have emailed a code to ${email}. Enter it within 10 minutes.`
  return (
    <p role="status">
      {codesByMail === 'FILE'
        ? `This shop is a try-out and sends no emails. The email to ${email} with your code is a file in the folder “mail” of the server’s data folder.`
        : byEmail}
    </p>
  )
}
