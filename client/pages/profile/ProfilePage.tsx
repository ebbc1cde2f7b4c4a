/** The shopper's account: who they are, and where their parcels go. */
import { Coins, Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router-dom'
import { AddressDialog } from '../../components/AddressDialog'
import { AddressText } from '../../components/AddressText'
import { Button } from '../../components/Button'
import { useCheckoutAddress } from '../../components/checkoutAddress'
import { ShopperPage } from '../../components/ShopperPage'
import { logOut } from '../../data/accounts'
import { useRemoveAddress } from '../../data/addresses'
import { whenLoggedIn, preloadQuery } from '../../data/apollo'
import { useShopSettings } from '../../data/shop'
import { paths } from '../../paths'
import { AccountSection } from './AccountSection'
import styles from './ProfilePage.module.css'
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
  return (
    <>
      <h1 className={styles.title}>My Account</h1>
      <div className={styles.columns}>
        <Profile me={me} />
        <Addresses addresses={me.addresses} />
      </div>
      <AccountSection />
    </>
  )
}

function Profile({ me }: { me: Me }) {
  const { name } = useShopSettings()
  return (
    <section className={styles.panel} aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <dl className={styles.facts}>
        <dt>Full Name</dt>
        <dd>
          {me.firstName} {me.lastName}
        </dd>
        <dt>Mobile Number</dt>
        <dd>98765 43210</dd>
        <dt>Email</dt>
        <dd>{me.email}</dd>
        <dt>Location</dt>
        <dd>Bengaluru, India</dd>
      </dl>
      <ul className={styles.labels}>
        <li>
          <TicketPercent size={20} strokeWidth={1.5} aria-hidden /> Coupons
        </li>
        <li>
          <Coins size={20} strokeWidth={1.5} aria-hidden /> {name} Coins
        </li>
      </ul>
      <div className={styles.ways}>
        <Link to={paths.orders()} className="text-link">
          My Orders
        </Link>
        <Button look="quiet" onClick={logOut}>
          Logout
        </Button>
      </div>
    </section>
  )
}

function Addresses({ addresses }: { addresses: Address[] }) {
  const [editing, setEditing] = useState<Address | 'new' | null>(null)
  const { toCheckout, goToCheckout } = useCheckoutAddress()
  return (
    <section className={styles.panel} aria-labelledby="addresses">
      <h2 id="addresses">Address</h2>
      <ul className={styles.addresses}>
        {addresses.map((address) => (
          <li key={address.id}>
            <AddressText address={address} tag="Home" />
            <AddressActions address={address} onEdit={() => setEditing(address)} />
          </li>
        ))}
      </ul>
      {addresses.length === 0 && <p className={styles.none}>No address is saved yet.</p>}
      <Button look="quiet" onClick={() => setEditing('new')}>
        <Plus size={18} aria-hidden />
        Add New Address
      </Button>
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
  const [removeAddress, { loading }] = useRemoveAddress()
  return (
    <div className={styles.actions}>
      <Button look="bare" onClick={onEdit}>
        Edit
      </Button>
      <Button look="bare" busy={loading} onClick={() => void removeAddress(address)}>
        Remove
      </Button>
    </div>
  )
}

const Skeleton = () => (
  <div className="wrap page" aria-busy="true" aria-label="Loading">
    <div className={`skeleton ${styles.title}`} style={{ width: 220, height: 46 }} />
    <div className={styles.columns}>
      <div className="skeleton" style={{ height: 380 }} />
      <div className="skeleton" style={{ height: 380 }} />
    </div>
  </div>
)
