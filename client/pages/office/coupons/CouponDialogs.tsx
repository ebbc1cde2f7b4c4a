/** The dialogs that edit a coupon's terms and end a coupon. */
import { useOutletContext, useParams } from 'react-router-dom'
import { isolate } from '../../../../server/shared/isolate'
import { Field } from '../../../components/form/Field'
import { useCallKey, useOfficeChange } from '../../../data/office/officeChange'
import { EndCouponDocument, SaveCouponDocument } from '../../../data/office/couponChanges.generated'
import { NoSuchRecord, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { changedMeanwhile } from '../kit/form/changedMeanwhile'
import { checkTerms, type Terms } from './couponTerms'
import { localTime } from '../kit/indianTime'
import kit from '../kit/kit.module.css'

const standingOf = ({ percent, description }: Terms) => `${percent}%, “${isolate(description)}”`

/** `coupon` is the coupon's current state in the list, or null for a new coupon. */
function TermsDialog({ coupon, onClose }: DialogProps & { coupon: Terms | null }) {
  const [save] = useOfficeChange(SaveCouponDocument, 'Coupon saved')
  const keyOf = useCallKey()
  const send = async (texts: Record<string, string>) => {
    const { input, errors } = checkTerms(coupon ? { ...texts, code: coupon.code } : texts)
    if (!input) return errors
    const change = { version: coupon?.version ?? null, input }
    return save({ ...change, idempotencyKey: keyOf(change) })
  }
  return (
    <FormDialog
      title={coupon ? `Coupon ${coupon.code}` : 'New coupon'}
      action="Save"

      send={send}
      stale={changedMeanwhile(coupon ? standingOf(coupon) : undefined)}
      initialFocus={coupon ? 'percent' : 'code'}
      onClose={onClose}
    >
      {(errorOf) => {
        const text = (name: string) => ({ name, error: errorOf(name), autoComplete: 'off' })
        return (
          <>
            <div className={kit.pair}>
              {!coupon && <Field label="Code" {...text('code')} maxLength={30} />}
              <Field
                label="Percent off"
                {...text('percent')}
                inputMode="numeric"
                defaultValue={String(coupon?.percent ?? '')}
              />
            </div>
            <Field
              label="Description for shoppers"
              {...text('description')}
              maxLength={200}
              defaultValue={coupon?.description}
            />
            <p className={kit.hint}>The rest is optional. Times are IST.</p>
            <div className={kit.pair}>
              <Field
                label="From"
                {...text('validFrom')}
                type="datetime-local"
                defaultValue={localTime(coupon?.validFrom ?? null)}
              />
              <Field
                label="To"
                {...text('validUntil')}
                type="datetime-local"
                defaultValue={localTime(coupon?.validUntil ?? null)}
              />
              <Field
                label="Total uses"
                {...text('useLimit')}
                inputMode="numeric"
                defaultValue={String(coupon?.useLimit ?? '')}
              />
              <Field
                label="Uses per customer"
                {...text('customerLimit')}
                inputMode="numeric"
                defaultValue={String(coupon?.customerLimit ?? '')}
              />
              <Field
                label="Minimum order value in rupees"
                {...text('minimumAmount')}
                inputMode="numeric"
                defaultValue={String(coupon?.minimumAmount ?? '')}
              />
            </div>
          </>
        )
      }}
    </FormDialog>
  )
}

function EndDialog({ coupon, onClose }: DialogProps & { coupon: Terms }) {
  const ended = coupon.endedAt === null
  const [end] = useOfficeChange(EndCouponDocument, ended ? 'Coupon deactivated' : 'Coupon is active again')
  const send = () => end({ code: coupon.code, ended, version: coupon.version })
  return (
    <FormDialog
      title={ended ? `Deactivate ${coupon.code}?` : `Activate ${coupon.code} again?`}
      action={ended ? 'Deactivate coupon' : 'Activate coupon'}
      keep={ended ? 'Keep coupon' : 'Back'}

      send={send}
      stale={changedMeanwhile(standingOf(coupon))}
      onClose={onClose}
    >
      {() => (
        <p>
          {ended
            ? 'Shoppers can no longer use this coupon. Orders that already used it keep their discount.'
            : 'Shoppers can use this coupon again within its terms.'}
        </p>
      )}
    </FormDialog>
  )
}

function useCoupon(): Terms | undefined {
  const { code } = useParams()
  return useOutletContext<Terms[]>().find((coupon) => coupon.code === code)
}

function NoCoupon({ onClose }: DialogProps) {
  const { code } = useParams()
  return (
    <NoSuchRecord
      sentence={
        <>
          There is no coupon <bdi>{code}</bdi>.
        </>
      }
      onClose={onClose}
    />
  )
}

export const NewCoupon = ({ onClose }: DialogProps) => <TermsDialog coupon={null} onClose={onClose} />

export function EditCoupon({ onClose }: DialogProps) {
  const coupon = useCoupon()
  return coupon ? <TermsDialog coupon={coupon} onClose={onClose} /> : <NoCoupon onClose={onClose} />
}

export function EndCoupon({ onClose }: DialogProps) {
  const coupon = useCoupon()
  return coupon ? <EndDialog coupon={coupon} onClose={onClose} /> : <NoCoupon onClose={onClose} />
}
