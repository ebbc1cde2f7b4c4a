/** A line of the login and sign-up pages. */
import { Link } from 'react-router-dom'
import { paths } from '../../paths'

export const TermsLink = () => (
  <>
    Our{' '}
    <Link to={paths.help('terms')} className="text-link">
      Terms of Use
    </Link>{' '}
    and our{' '}
    <Link to={paths.help('privacy')} className="text-link">
      Privacy Policy
    </Link>{' '}
    apply.
  </>
)
