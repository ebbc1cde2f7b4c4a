/** The profile page: the shopper's data and addresses. */
import { Skeleton as SkeletonPage } from '../../components/page/Skeleton'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router-dom'
import { AddressDialog } from '../../components/address/AddressDialog'
import { AddressText } from '../../components/address/AddressText'
import { UncheckedAddress } from '../../components/address/UncheckedAddress'
import { Button } from '../../components/Button'
import { ON_THE_WAY_TO_CHECKOUT, useCheckoutAddress } from '../../components/address/checkoutAddress'
import { EmailText } from '../../components/EmailText'
import { NotSaved } from '../../components/cart/NotSaved'
import { buyerStatusText, headlineOf } from '../../components/order/progress'
import { ShopperPage } from '../../components/page/ShopperPage'
import { logOut } from '../../data/account/login'
import { useRemoveAddress, useSetDefaultAddress } from '../../data/account/addresses'
import { whenLoggedIn } from '../../data/apollo/apollo'
import { useShopSettings } from '../../data/catalogue/shop'
import { controls } from '../../data/unsaved'
import { officePaths, paths } from '../../paths'
import type { Asking } from './accountDialogs'
import { AddName } from './AddName'
import { ConfirmLine } from './ConfirmLine'
import { Privacy } from './Privacy'
import styles from './ProfilePage.module.css'
import { TakenOver } from './TakenOver'
import { Tiles, TilesSkeleton, type Tile } from './Tiles'
import { ProfilePageQueryDocument, type ProfilePageQuery } from './ProfilePage.generated'

const AccountDialog = lazy(async () => ({ default: (await import('./AccountDialog')).AccountDialog }))

export const loader = (args: LoaderFunctionArgs) =>
  whenLoggedIn(args, (preload) => preload(ProfilePageQueryDocument, { fetchPolicy: 'cache-and-network' }))

type Me = NonNullable<ProfilePageQuery['me']>
type Address = Me['addresses'][number]

export const Component = () => (
  <ShopperPage query={useLoaderData<typeof loader>()} skeleton={<Skeleton />}>
    {(me: Me) => <Loaded me={me} />}
  </ShopperPage>
)

function Loaded({ me }: { me: Me }) {
  const { key } = useLocation()
  const { toCheckout } = useCheckoutAddress()
  const [asking, setAsking] = useState<Asking | null>(null)
  return (
    <>
      <h1 className={styles.title}>My Account</h1>
      <TakenOver userId={me.id} />
      <Tiles tiles={tilesOf(me)} state={toCheckout ? ON_THE_WAY_TO_CHECKOUT : null} />
      <div className={styles.columns}>
        <Profile me={me} onAsk={setAsking} />
        <Addresses key={key} addresses={me.addresses} />
      </div>
      <Privacy consents={me} notices={me.notices} onAsk={setAsking} />
      {asking && (
        <Suspense>
          <AccountDialog account={me} asking={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  )
}

const SECTIONS = { details: 'details', addresses: 'addresses', privacy: 'privacy' }

function tilesOf({ orders, addresses, role }: Me): Tile[] {
  const [last] = orders.nodes
  return [
    ...(role === 'STAFF' ? [{ name: 'Office', about: 'Orders, goods and customers', to: officePaths.today() }] : []),
    {
      name: 'Orders',
      about: last ? `Your last order: ${headlineOf(last) ?? buyerStatusText(last)}` : 'No orders yet',
      to: paths.orders(),
    },
    {
      name: 'Addresses',
      about: addresses.length > 0 ? `${addresses.length} saved` : 'None saved yet',
      to: `#${SECTIONS.addresses}`,
    },
    { name: 'Details', about: 'Name, mobile, email and login', to: `#${SECTIONS.details}` },
    { name: 'Privacy', about: 'Your data, and the emails you get', to: `#${SECTIONS.privacy}` },
  ]
}

/** Sample values, shown until the shopper's own values are known. */
const SAMPLE = { mobile: '9876543210', city: 'Bengaluru', country: 'India' }

interface ProfileProps {
  me: Me
  onAsk: (asking: Asking) => void
}

function Profile({ me, onAsk }: ProfileProps) {
  const { name, codesByMail, guestAccount } = useShopSettings()
  // An unchecked address may be a stranger's.
  const checked = me.addresses.filter(({ isUnchecked }) => !isUnchecked)
  const own = checked.find(({ isDefault }) => isDefault) ?? checked[0]
  const { city, country } = own ?? SAMPLE
  const mobile = me.mobile ?? own?.mobile ?? SAMPLE.mobile
  const sample = <span className={styles.sample}>Sample</span>
  return (
    <section id={SECTIONS.details} tabIndex={-1} className={styles.panel} aria-labelledby="profile">
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
      {!me.emailVerifiedAt && codesByMail && me.email !== guestAccount?.email && <ConfirmLine email={me.email} />}
      <div className={styles.ways}>
        <Button look="bare" onClick={() => onAsk('details')}>
          Edit details
        </Button>
        {codesByMail && (
          <Button look="bare" onClick={() => onAsk('email')}>
            Change email
          </Button>
        )}
        {me.hasPassword && (
          <Button look="bare" onClick={() => onAsk('password')}>
            Change password
          </Button>
        )}
        {!me.hasPassword && codesByMail && (
          <Link to={paths.forgotPassword()} className="text-link">
            Set a password
          </Link>
        )}
      </div>
      <div className={styles.foot}>
        <Button look="quiet" onClick={logOut}>
          Logout
        </Button>
        <Button look="bare" onClick={() => onAsk('logout')}>
          Log out of all devices
        </Button>
      </div>
      <ul className={styles.labels}>
        <li>
          <Link to={paths.cart()}>Coupons</Link>
        </li>
        <li>{name} Coins</li>
      </ul>
    </section>
  )
}

function Addresses({ addresses }: { addresses: Address[] }) {
  const { toCheckout, adding, goToCheckout } = useCheckoutAddress()
  const [editing, setEditing] = useState<Address | 'new' | null>(adding ? 'new' : null)
  return (
    <section id={SECTIONS.addresses} tabIndex={-1} className={styles.panel} aria-labelledby="address">
      <h2 id="address">Address</h2>
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
    <TilesSkeleton />
    <div className={styles.columns}>
      <div className="skeleton" style={{ height: 380 }} />
      <div className="skeleton" style={{ height: 380 }} />
    </div>
  </SkeletonPage>
)
