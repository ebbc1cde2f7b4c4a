/** Variables that npm passes to the processes that it starts. Users do not set these, so .env.example does not list them. */
import { z } from 'zod'

export const variables = z.object({
  npm_lifecycle_event: z.string().optional(),
  INIT_CWD: z.string().optional(),
})

export function settings(values: z.infer<typeof variables>) {
  return {
    /** True if npm started this process through its shell. */
    startedByNpm: values.npm_lifecycle_event !== undefined,
    /** The folder in which a command was called, because npm itself changes to the folder of package.json. */
    calledFrom: values.INIT_CWD ?? process.cwd(),
  }
}
