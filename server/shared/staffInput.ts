/** The rules for input about staff, roles, second factors and API keys, for the server and the office's forms. */
import * as z from 'zod/mini'
import { isPermission, NOT_FOR_KEYS } from './permissions'
import { email, isStorable, lineOf } from './validation'

const permissions = z.array(z.string().check(z.refine(isPermission))).check(z.minLength(1), z.maxLength(100))

export const roleInput = z.object({ name: lineOf(60), permissions })

export const invitationInput = z.object({ email, roleId: z.string() })

export const apiKeyInput = z.object({
  name: lineOf(60),
  permissions: permissions.check(z.refine((names) => !names.some((name) => NOT_FOR_KEYS.includes(name as never)))),
  /** Null for a key that does not expire. */
  expiresAt: z.nullish(z.date().check(z.refine((date) => date.getTime() > Date.now()))),
})

/** Six digits from an app, or a recovery code of 28 characters. People may type spaces and hyphens between them. */
export const factorCode = z.pipe(
  z.string().check(z.maxLength(60)),
  z.pipe(
    z.transform((text: string) => text.replace(/[\s-]/g, '').toLowerCase()),
    z.string().check(z.regex(/^(\d{6}|[0-9a-f]{28})$/)),
  ),
)

export const customerNote = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000), z.refine(isStorable))
