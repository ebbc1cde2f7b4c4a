/** The notification area at the top right, with at most two messages. */
import 'react-toastify/ReactToastify.css'
import { Slide, ToastContainer } from 'react-toastify/unstyled'
import styles from './Notifications.module.css'

export function Notifications() {
  return (
    <ToastContainer
      position="top-right"
      limit={2}
      autoClose={1800}
      icon={false}
      hideProgressBar
      closeButton={false}
      closeOnClick
      draggable
      draggablePercent={80}
      pauseOnFocusLoss={false}
      transition={Slide}
      className={styles.area}
      toastClassName={styles.toast}
    />
  )
}
