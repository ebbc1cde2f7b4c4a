/** Sends a question to the studio. The dialog shows the errors. */
import type { AskStudioInput } from '../../generated/types'
import { useAction } from '../useAction'
import { AskStudioDocument } from './askStudio.generated'

export const useAskStudio = () =>
  useAction(AskStudioDocument, (_cache, input: AskStudioInput) => ({
    variables: { input },
    done: [`Your question is on its way. We will answer to ${input.email.trim()}.`],
    failed: 'Could not send the question',
  }))
