/** Says where the shop sent a code. */
import { useShopSettings } from '../../data/catalogue/shop'

export function CodeSent({ email }: { email: string }) {
  const { codesByMail } = useShopSettings()
  return (
    <p role="status">
      {codesByMail === 'FILE'
        ? `This shop is a try-out and sends no emails. The email to ${email} with your code is a file in the folder “mail” of the server’s data folder.`
        : `We have emailed a code to ${email}. Enter it within 10 minutes.`}
    </p>
  )
}
