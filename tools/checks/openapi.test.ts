import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../../server/testing/app'
import { startRazorpayStandIn } from '../../server/testing/stand-ins/razorpayStandIn'

const standIn = await startRazorpayStandIn()
afterAll(() => standIn.close())
const app = await startTestApp()
const withRazorpay = await startBeside(app, standIn.env)

it.each([
  ['the sandbox', app],
  ['Razorpay', withRazorpay],
])('the document with %s is valid OpenAPI 3.1 according to the recommended rules', async (_, at) => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = (await at.inject('/api/openapi.json')).body
  expect(JSON.parse(source).openapi).toBe('3.1.0')
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message }) => [ruleId, message])).toEqual([])
})
