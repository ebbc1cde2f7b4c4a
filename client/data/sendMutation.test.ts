import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { sendMutation } from './sendMutation'

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => log.mockClear())
afterAll(() => log.mockRestore())

describe('sendMutation', () => {
  it('returns the data and no errors on success', async () => {
    const data = { rename: { userErrors: [], name: 'Bowl' } }
    expect(await sendMutation(async () => ({ data }), 'Could not rename it')).toEqual({
      data,
      errors: [],
      unreachable: false,
    })
  })

  it('returns the errors of a rejected change, each with the last part of its field path', async () => {
    const userErrors = [
      { code: 'INVALID_INPUT', message: 'Please enter valid Name', field: ['input', 'name'] },
      { message: 'Full', field: null },
    ]
    const { errors, unreachable } = await sendMutation(async () => ({ data: { rename: { userErrors } } }), '')
    expect(errors).toEqual([
      { code: 'INVALID_INPUT', field: 'name', message: 'Please enter valid Name' },
      { code: null, field: null, message: 'Full' },
    ])
    expect(unreachable).toBe(false)
    expect(log).not.toHaveBeenCalled()
  })

  it('reports the shop as unreachable and logs the cause, without rejecting, if no response arrives', async () => {
    const cause = new TypeError('Failed to fetch')
    const onError = vi.fn()
    const sent = await sendMutation(() => Promise.reject(cause), 'Could not rename it', onError)
    expect(sent).toEqual({
      data: null,
      errors: [{ code: null, field: null, message: 'The shop could not be reached. Please try again.' }],
      unreachable: true,
    })
    expect(onError).toHaveBeenCalledWith(cause)
    expect(log).toHaveBeenCalledWith('Could not rename it', cause)
  })
})
