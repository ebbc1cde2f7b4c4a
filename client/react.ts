/** For start.ts: React's own package is CommonJS, and asking for it would bring the code that translates between the two with every page. */
import 'react-dom/client'
