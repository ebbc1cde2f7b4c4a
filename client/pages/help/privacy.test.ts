import { expect, it } from 'vitest'
import { CONSENT_PURPOSES, CONSENTS } from '../../../server/shared/consents'
import { SHOP } from '../../../server/shared/shop'
import { PRIVACY } from './privacy'

const notice = PRIVACY.parts.map(({ text }) => text).join('\n')

it.each(CONSENT_PURPOSES)('the privacy notice quotes the text of the consent %s', (purpose) => {
  expect(notice).toContain(`“${CONSENTS[purpose].text}”`)
})

it('the privacy notice says how long an address is kept after its account is deleted', () => {
  expect(notice).toContain(`after ${SHOP.addressDaysAfterDeletion} days at the latest`)
})

it('the section of the privacy notice that the profile links to explains how to complain', () => {
  const complaints = PRIVACY.parts.find(({ id }) => id === 'complaints')
  expect(complaints?.text).toContain('Data Protection Board of India')
})
