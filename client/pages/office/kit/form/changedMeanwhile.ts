/** The notice after a colleague changed the record that the form is about. `standing` is the record's state now. */
export const changedMeanwhile = (standing?: string): string =>
  `Something changed in the meantime${standing ? `. The current state is: ${standing}` : ''}. Please check it. Your text is kept.`
