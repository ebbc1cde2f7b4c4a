/** The rules for input about staff, roles, second factors and API keys, for the server and the office's forms. */
import * as z from 'zod/mini'
import { isPermission, NOT_FOR_KEYS } from './permissions'
import { code } from './text'
import { email, paragraphOf, wordsOf } from './validation'

const permissions = z.array(z.string().check(z.refine(isPermission))).check(z.minLength(1), z.maxLength(100))

export const roleInput = z.object({ name: wordsOf(60), permissions })

export const invitationInput = z.object({ email, roleId: z.string() })

export const apiKeyInput = z.object({
  name: wordsOf(60),
  permissions: permissions.check(z.refine((names) => !names.some((name) => NOT_FOR_KEYS.includes(name as never)))),
  /** Null for a key that does not expire. */
  expiresAt: z.nullish(z.date().check(z.refine((date) => date.getTime() > Date.now()))),
})

/** Six digits from an app, or a recovery code of 28 characters. People may type spaces and hyphens between them. */
export const factorCode = z.pipe(
  z.string().check(z.maxLength(60)),
  z.pipe(
    z.transform((text: string) =>
      code(text)
        .replace(/[\u2010-\u2015\u2212-]/g, '')
        .toLowerCase(),
    ),
    z.string().check(z.regex(/^([0-9]{6}|[0-9a-f]{28})$/)),
  ),
)

export const customerNote = paragraphOf(2000)
