declare module '*.css';
declare module '*.cypher?raw' {
  const text: string;
  export default text;
}
