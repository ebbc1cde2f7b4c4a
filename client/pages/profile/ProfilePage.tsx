/** The profile page: the shopper's data and addresses. */
import { Skeleton as SkeletonPage } from '../../components/page/Skeleton'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router-dom'
import { AddressDialog } from '../../components/address/AddressDialog'
import { AddressText } from '../../components/address/AddressText'
import { UncheckedAddress } from '../../components/address/UncheckedAddress'
import { Button } from '../../components/Button'
import { useCheckoutAddress } from '../../components/address/checkoutAddress'
import { EmailText } from '../../components/EmailText'
import { NotSaved } from '../../components/cart/NotSaved'
import { ShopperPage } from '../../components/page/ShopperPage'
import { ConfirmEmail } from '../../components/session/ConfirmEmail'
import { logOut } from '../../data/account/login'
import { useRemoveAddress, useSetDefaultAddress } from '../../data/account/addresses'
import { whenLoggedIn, preloadQuery } from '../../data/apollo/apollo'
import { useShopSettings } from '../../data/catalogue/shop'
import { controls } from '../../data/unsaved'
import { officePaths, paths } from '../../paths'
import { AccountSection } from './AccountSection'
import { AddName } from './AddName'
import styles from './ProfilePage.module.css'
import { TakenOver } from './TakenOver'
import { ProfilePageQueryDocument, type ProfilePageQuery } from './ProfilePage.generated'

export const loader = () =>
  whenLoggedIn(() => preloadQuery(ProfilePageQueryDocument, { fetchPolicy: 'cache-and-network' }))

type Me = NonNullable<ProfilePageQuery['me']>
type Address = Me['addresses'][number]

export const Component = () => (
  <ShopperPage query={useLoaderData<typeof loader>()} skeleton={<Skeleton />}>
    {(me: Me) => <Loaded me={me} />}
  </ShopperPage>
)

function Loaded({ me }: { me: Me }) {
  const { key } = useLocation()
  return (
    <>
      <h1 className={styles.title}>My Account</h1>
      <TakenOver userId={me.id} />
      <div className={styles.columns}>
        <Profile me={me} />
        <Addresses key={key} addresses={me.addresses} />
      </div>
      <AccountSection account={me} consents={me} />
    </>
  )
}

/** Sample values, shown until the shopper's own values are known. */
const SAMPLE = { mobile: '9876543210', city: 'Bengaluru', country: 'India' }

function Profile({ me }: { me: Me }) {
  const { name, codesByMail, guestAccount } = useShopSettings()
  // An unchecked address may be a stranger's.
  const checked = me.addresses.filter(({ isUnchecked }) => !isUnchecked)
  const own = checked.find(({ isDefault }) => isDefault) ?? checked[0]
  const { city, country } = own ?? SAMPLE
  const mobile = me.mobile ?? own?.mobile ?? SAMPLE.mobile
  const sample = <span className={styles.sample}>Sample</span>
  return (
    <section className={styles.panel} aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <dl className={styles.facts}>
        <dt>Full Name</dt>
        <dd>
          {me.firstName || me.lastName ? (
            <bdi>{`${me.firstName} ${me.lastName}`.trim()}</bdi>
          ) : (
            <AddName account={me} />
          )}
        </dd>
        <dt>Mobile Number</dt>
        <dd>
          {mobile.replace(/^(\d{5})/, '$1 ')} {!me.mobile && !own && sample}
        </dd>
        <dt>Email</dt>
        <dd>
          <EmailText address={me.email} />
        </dd>
        <dt>Location</dt>
        <dd>
          <bdi>{city}</bdi>, <bdi>{country}</bdi> {!own && sample}
        </dd>
      </dl>
      {!me.emailVerifiedAt && codesByMail && me.email !== guestAccount?.email && <ConfirmEmail email={me.email} />}
      <ul className={styles.labels}>
        <li>Coupons</li>
        <li>{name} Coins</li>
      </ul>
      <div className={styles.ways}>
        <Link to={paths.orders()} className="text-link">
          My Orders
        </Link>
        {me.role === 'STAFF' && (
          <Link to={officePaths.today()} className="text-link">
            Office
          </Link>
        )}
        <Button look="quiet" onClick={logOut}>
          Logout
        </Button>
      </div>
    </section>
  )
}

function Addresses({ addresses }: { addresses: Address[] }) {
  const { toCheckout, adding, goToCheckout } = useCheckoutAddress()
  const [editing, setEditing] = useState<Address | 'new' | null>(adding ? 'new' : null)
  return (
    <section className={styles.panel} aria-labelledby="addresses">
      <h2 id="addresses">Address</h2>
      <ul className={styles.addresses}>
        {addresses.map((address) => (
          <li key={address.id}>
            <AddressText
              address={address}
              tags={address.isUnchecked ? [] : [address.label ?? 'Home', ...(address.isDefault ? ['Default'] : [])]}
            />
            {address.isUnchecked && <UncheckedAddress id={address.id} yes="Yes, it is mine" />}
            <AddressActions address={address} onEdit={() => setEditing(address)} />
            <NotSaved control={controls.address(address.id)} />
          </li>
        ))}
      </ul>
      {addresses.length === 0 && <p className={styles.none}>No address is saved yet.</p>}
      <Button look="quiet" onClick={() => setEditing('new')}>
        <Plus size={18} aria-hidden />
        Add New Address
      </Button>
      <NotSaved control={controls.address('new')} />
      {toCheckout && (
        <Link to={paths.checkout()} className="text-link">
          Back to Checkout
        </Link>
      )}
      {editing && (
        <AddressDialog
          address={editing}
          onClose={() => setEditing(null)}
          onAdded={toCheckout ? goToCheckout : undefined}
        />
      )}
    </section>
  )
}

function AddressActions({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const [removeAddress, removing] = useRemoveAddress()
  const [setDefaultAddress, choosing] = useSetDefaultAddress()
  return (
    <div className={styles.actions}>
      <Button look="bare" onClick={onEdit}>
        Edit
      </Button>
      {!address.isDefault && !address.isUnchecked && (
        <Button look="bare" busy={choosing.loading} onClick={() => void setDefaultAddress(address.id)}>
          Make default
        </Button>
      )}
      <Button look="bare" busy={removing.loading} onClick={() => void removeAddress(address)}>
        Remove
      </Button>
    </div>
  )
}

const Skeleton = () => (
  <SkeletonPage>
    <div className={`skeleton ${styles.title}`} style={{ width: 220, height: 46 }} />
    <div className={styles.columns}>
      <div className="skeleton" style={{ height: 380 }} />
      <div className="skeleton" style={{ height: 380 }} />
    </div>
  </SkeletonPage>
)
