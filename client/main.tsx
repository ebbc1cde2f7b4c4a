/** Starts the pages that the browser draws alone. */
import { openShop } from './app'

void openShop()
