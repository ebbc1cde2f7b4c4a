/** The courier of all parcels that are shipped together: one that the shop knows, or another with a name and a tracking page. */
import { COURIERS } from '../../../../server/shared/delivery/couriers'
import { Field } from '../../../components/form/Field'
import type { Courier } from '../../../data/office/packing'
import { Choice } from '../kit/form/fields'
import styles from './PackingPage.module.css'
import type { CourierError } from './useShipping'

/** No name of a courier. */
const OTHER = 'other'

interface CourierFieldsProps {
  courier: Courier
  isOther: boolean
  error: CourierError | null
  change: (courier: Courier, isOther: boolean) => void
}

export const isKnown = (name: string): boolean => name === '' || COURIERS.includes(name)

export function CourierFields({ courier, isOther, error, change }: CourierFieldsProps) {
  const errorOf = (field: CourierError['field']) => (error?.field === field ? error.message : undefined)
  return (
    <>
      <Choice
        label="Courier"
        name={isOther ? 'known' : 'carrier'}
        value={isOther ? OTHER : courier.name}
        error={isOther ? undefined : errorOf('carrier')}
        onChange={({ target: { value } }) => change({ name: value === OTHER ? '' : value, link: '' }, value === OTHER)}
      >
        {courier.name === '' && !isOther && <option value="">Choose…</option>}
        {COURIERS.map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option value={OTHER}>Another courier</option>
      </Choice>
      {isOther && (
        <>
          <Field
            label="Name of the courier"
            name="carrier"
            maxLength={100}
            value={courier.name}
            error={errorOf('carrier')}
            onChange={({ target }) => change({ ...courier, name: target.value }, true)}
          />
          <div className={styles.link}>
            <Field
              label="Tracking link (optional)"
              name="trackingUrl"
              placeholder="https://courier.example/track/{number}"
              hint="{number} stands for the tracking number."
              maxLength={400}
              value={courier.link}
              error={errorOf('trackingUrl')}
              onChange={({ target }) => change({ ...courier, link: target.value }, true)}
            />
          </div>
        </>
      )}
    </>
  )
}
