import { useSyncExternalStore } from 'react'
import { isReachable, onReachabilityChange } from '../../data/apollo/reachability'

/** Whether the shop can be reached. The server renders every page as if it can. */
export const useReachable = (): boolean => useSyncExternalStore(onReachabilityChange, isReachable, () => true)
