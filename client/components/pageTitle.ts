/** The browser tab's title: the shop's name, a separator and the page's name. */
import { useEffect } from 'react'
import { useShop } from '../data/shop'

export function usePageTitle(page: string): void {
  const { name } = useShop()
  useEffect(() => {
    document.title = `${name} | ${page}`
  }, [name, page])
}
