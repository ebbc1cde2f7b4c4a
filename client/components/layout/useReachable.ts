import { useSyncExternalStore } from 'react'
import { isReachable, onReachabilityChange } from '../../data/apollo/reachability'

/** True if the shop can be reached. The server renders every page as if the shop were reachable. */
export const useReachable = (): boolean => useSyncExternalStore(onReachabilityChange, isReachable, () => true)
