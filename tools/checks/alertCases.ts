/** Cases in which each alert in deploy/alerts.yml fires or does not fire, as series that Prometheus scrapes once a minute. */

export interface AlertCase {
  alert: string
  /** Describes the case. */
  story: string
  /** Values in promtool's notation, by series. Prometheus adds `job` and `instance` to them. */
  series: Record<string, string>
  /** The times at which the alert fires, and those at which it does not. */
  fires: string[]
  quiet: string[]
  /** The labels of the alert, except its severity. */
  labels?: Record<string, string>
}

/** The labels that Prometheus adds to each series. */
export const TARGET = { job: 'cerashop', instance: 'shop-1:9464' }

const REQUESTS = 'shop_http_request_duration_seconds'
const OK = '{route="/api/products/:productId",method="GET",status="200"}'
const FAILED = '{route="/office/photos",method="POST",status="503"}'
const bucket = (le: string) => OK.replace('{', `{le="${le}",`)

/** A gauge that is bad from the 5th minute to the 95th. */
const bad = (value: number, good = 0) => `${good}+0x4 ${value}+0x90 ${good}+0x30`

/** A service that fails on every call from the 5th minute to the 25th. */
const outside = (service: string) => ({
  [`shop_outside_up{service="${service}"}`]: '1+0x4 0+0x20 1+0x40',
  [`shop_outside_failures_total{service="${service}"}`]: '0+0x4 1+1x20 21+0x40',
})

/** One call failed, and no further call was made for hours. */
const onceFailed = (service: string) => ({
  [`shop_outside_up{service="${service}"}`]: '1+0x4 0+0x100',
  [`shop_outside_failures_total{service="${service}"}`]: '0+0x4 1+0x100',
})

/** Some calls fail and calls in between succeed, as with a store that can be read but not written. */
const nowAndThen = (service: string) => ({
  [`shop_outside_up{service="${service}"}`]: '1+0x100',
  [`shop_outside_failures_total{service="${service}"}`]: '0+1x100',
})

const ofService = (alert: string, service: string): AlertCase[] => [
  {
    ...{ alert, story: 'each call fails', series: outside(service), labels: { ...TARGET, service } },
    ...{ fires: ['11m', '20m'], quiet: ['4m', '9m', '45m'] },
  },
  {
    ...{ alert, story: 'one call fails, and no other call follows', series: onceFailed(service) },
    ...{ fires: [], quiet: ['4m', '25m', '60m'] },
  },
  {
    ...{ alert, story: 'many calls fail and others do not', series: nowAndThen(service) },
    ...{ fires: ['60m'], quiet: ['3m'], labels: { ...TARGET, service } },
  },
  {
    ...{ alert, story: 'another service fails', series: outside('redis'), fires: [], quiet: ['11m', '20m'] },
  },
]

export const ALERT_CASES: AlertCase[] = [
  {
    ...{ alert: 'ShopDown', story: 'a server is down for a while', series: { up: '1+0x4 0+0x5 1+0x20' } },
    ...{ fires: ['7m'], quiet: ['4m', '5m', '12m'], labels: TARGET },
  },
  {
    ...{ alert: 'ShopDown', story: 'the database is down', series: { up: '1+0x30', shop_database_up: '0+0x30' } },
    ...{ fires: [], quiet: ['20m'] },
  },
  {
    ...{ alert: 'DatabaseAway', story: 'the database is down', series: { shop_database_up: '1+0x4 0+0x5 1+0x20' } },
    ...{ fires: ['7m'], quiet: ['4m', '5m', '12m'], labels: TARGET },
  },
  ...ofService('PaymentsFailing', 'payments'),
  {
    ...{ alert: 'ChangesUnheard', story: 'it listens again', series: { shop_listener_up: '1+0x4 0+0x20 1+0x20' } },
    ...{ fires: ['11m'], quiet: ['4m', '9m', '27m'], labels: TARGET },
  },
  {
    alert: 'ManyServerErrors',
    story: 'one of ten fails for a while',
    series: { [`${REQUESTS}_count${OK}`]: '0+90x90', [`${REQUESTS}_count${FAILED}`]: '0+0x9 10+10x20 210+0x60' },
    fires: ['20m'],
    quiet: ['9m', '50m'],
  },
  {
    alert: 'ManyServerErrors',
    story: 'one of a thousand fails',
    series: { [`${REQUESTS}_count${OK}`]: '0+999x60', [`${REQUESTS}_count${FAILED}`]: '0+1x60' },
    fires: [],
    quiet: ['30m'],
  },
  {
    alert: 'SlowResponses',
    story: 'five of a hundred are slow for a while',
    series: {
      [`${REQUESTS}_bucket${bucket('1')}`]: '0+100x9 995+95x30 3940+100x40',
      [`${REQUESTS}_bucket${bucket('2.5')}`]: '0+100x9 1000+100x30 4100+100x40',
      [`${REQUESTS}_bucket${bucket('+Inf')}`]: '0+100x9 1000+100x30 4100+100x40',
    },
    fires: ['30m'],
    quiet: ['9m', '60m'],
  },
  {
    ...{ alert: 'NoConnectionsLeft', story: 'a rush', series: { shop_database_waiting: '0+0x4 3+0x10 0+0x20' } },
    ...{ fires: ['8m'], quiet: ['4m', '6m', '17m'], labels: TARGET },
  },
  {
    alert: 'RefundsDue',
    story: 'a second payment is refunded after an hour and a half',
    series: { shop_payments_to_return: bad(1), 'shop_orders{state="PAID"}': '1+0x130' },
    fires: ['66m', '90m'],
    quiet: ['4m', '60m', '100m'],
  },
  {
    alert: 'RefundsDue',
    story: 'staff have refunded, and the provider takes its time',
    series: { shop_payments_to_return: '0+0x130', 'shop_refunds{state="REQUESTED"}': '1+0x130' },
    fires: [],
    quiet: ['90m'],
  },
  {
    alert: 'RefundsFailed',
    story: 'staff refund again; the failed refund stays on record',
    series: { shop_refunds_to_repeat: bad(1), 'shop_refunds{state="FAILED"}': '0+0x4 1+0x130' },
    fires: ['11m', '90m'],
    quiet: ['4m', '9m', '100m'],
  },
  {
    alert: 'RefundDiffers',
    story: 'the provider refunds less',
    series: { shop_refunds_differing: bad(1) },
    fires: ['6m'],
    quiet: ['4m', '100m'],
  },
  {
    alert: 'ManyOpenOnDelivery',
    story: 'one source orders much',
    series: { 'shop_open_on_delivery_most{source="network"}': bad(4, 3), shop_open_on_delivery_many: '4+0x130' },
    fires: ['11m'],
    quiet: ['4m', '100m'],
    labels: { source: 'network' },
  },
  {
    alert: 'ManyOpenOnDelivery',
    story: 'one source orders much, but the threshold is 50',
    series: { 'shop_open_on_delivery_most{source="network"}': bad(40), shop_open_on_delivery_many: '50+0x130' },
    fires: [],
    quiet: ['4m', '11m', '100m'],
  },
  {
    alert: 'ManyOpenOnDelivery',
    story: 'there is no threshold',
    series: { 'shop_open_on_delivery_most{source="network"}': bad(400) },
    fires: [],
    quiet: ['4m', '11m', '100m'],
  },
  {
    alert: 'MuchStockHeldUnpaid',
    story: 'invented shoppers keep holding half of the stock',
    series: {
      shop_held_unpaid_share: '0.05+0x4 0.5+0x40 0.05+0x60',
      shop_held_unpaid_pieces: '40+0x4 400+0x40 40+0x60',
    },
    fires: ['26m'],
    quiet: ['4m', '20m', '100m'],
  },
  {
    alert: 'MuchStockHeldUnpaid',
    story: 'a small shop has a few unpaid orders',
    series: { shop_held_unpaid_share: '0.5+0x60', shop_held_unpaid_pieces: '6+0x60' },
    fires: [],
    quiet: ['50m'],
  },
  {
    alert: 'MuchStockHeldUnpaid',
    story: 'invented shoppers keep holding half of one product, in a shop with many products',
    series: {
      shop_held_unpaid_share: '0.01+0x110',
      shop_held_unpaid_pieces: '15+0x110',
      shop_held_unpaid_product_share: '0.1+0x4 0.5+0x40 0.1+0x60',
    },
    fires: ['26m'],
    quiet: ['4m', '20m', '100m'],
  },
  {
    alert: 'MessagesGivenUp',
    story: 'a dead mail is discarded',
    series: { 'shop_outbox_messages{channel="mail",state="DEAD"}': '0+0x4 1+0x10 _x30' },
    fires: ['6m'],
    quiet: ['4m', '21m'],
    labels: { channel: 'mail' },
  },
  {
    alert: 'MessagesGivenUp',
    story: 'a webhook waits',
    series: { 'shop_outbox_messages{channel="webhook",state="WAITING"}': '5+0x30' },
    fires: [],
    quiet: ['20m'],
  },
  {
    alert: 'MessagesLate',
    story: 'the receiver is down for a while',
    series: { 'shop_outbox_oldest_seconds{channel="webhook",state="WAITING"}': '0+60x30 0+0x30' },
    fires: ['22m', '30m'],
    quiet: ['15m', '19m', '32m'],
    labels: { channel: 'webhook' },
  },
  {
    alert: 'MessagesLate',
    story: 'a dead mail grows old',
    series: { 'shop_outbox_oldest_seconds{channel="mail",state="DEAD"}': '0+60x90' },
    fires: [],
    quiet: ['22m', '60m'],
  },
  {
    alert: 'MaintenanceFailing',
    story: 'a step fails each round for a while',
    series: {
      'shop_maintenance_failures_total{step="sweepIdempotencyKeys"}': '0+0x4 6+6x20 126+0x40',
      shop_database_up: '1+0x70',
    },
    fires: ['16m', '24m'],
    quiet: ['4m', '14m', '35m'],
    labels: { ...TARGET, step: 'sweepIdempotencyKeys' },
  },
  {
    alert: 'MaintenanceFailing',
    story: 'the database is down, and recovers',
    series: {
      'shop_maintenance_failures_total{step="sweepIdempotencyKeys"}': '0+0x4 6+6x20 126+0x40',
      shop_database_up: '1+0x4 0+0x20 1+0x40',
    },
    fires: [],
    quiet: ['16m', '24m', '27m', '29m', '40m'],
  },
  ...ofService('PhotoStoreFailing', 'photo-store'),
  {
    alert: 'RedisAway',
    story: 'Redis is back',
    series: { 'shop_outside_up{service="redis"}': '1+0x4 0+0x20 1+0x20' },
    fires: ['11m'],
    quiet: ['4m', '9m', '27m'],
    labels: { ...TARGET, service: 'redis' },
  },
  {
    alert: 'MuchMemory',
    story: 'a server is restarted',
    series: { process_resident_memory_bytes: bad(1_200_000_000, 700_000_000) },
    fires: ['21m'],
    quiet: ['4m', '19m', '97m'],
    labels: TARGET,
  },
  {
    alert: 'BusyEventLoop',
    story: 'a rush',
    series: { nodejs_eventloop_lag_p99_seconds: bad(0.5, 0.02) },
    fires: ['16m'],
    quiet: ['4m', '14m', '97m'],
    labels: TARGET,
  },
]
