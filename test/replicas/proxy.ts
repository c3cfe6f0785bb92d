/** A reverse proxy before replicas. */
export interface Proxy {
  readonly url: string;
  /** Number of requests that each replica answered. */
  served(): number[];
  close(): Promise<void>;
}
