/** The history state of a navigation after a save. LeaveGuard allows such navigations. */
export const AFTER_SAVE = 'after-save'
