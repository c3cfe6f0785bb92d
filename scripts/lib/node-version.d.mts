/** True for versions such as `20.19.0` and `v22.1.0`. */
export function isSupportedNode(version: string): boolean;
