import { describe, expect, it } from 'vitest';
import { isSupportedNode } from '../../scripts/lib/node-version.mjs';
import { findJava, findNeo4jSource, javaVersionIn, type Probe } from '../../scripts/lib/prerequisites.mjs';

const JAVA_8 = 'openjdk version "1.8.0_402"\nOpenJDK Runtime Environment';
const JAVA_17 = 'openjdk version "17.0.15" 2025-04-15';

/** Simulates a machine on which only these commands exist. */
function machine(commands: Record<string, string>): Probe {
  return (command) => commands[command];
}

describe('isSupportedNode', () => {
  it.each([
    ['v20.19.0', true],
    ['22.1.0', true],
    ['v20.18.3', false],
    ['v18.20.4', false],
  ])('%s: %s', (version, supported) => {
    expect(isSupportedNode(version)).toBe(supported);
  });
});

describe('javaVersionIn', () => {
  it.each([
    [JAVA_8, 8],
    [JAVA_17, 17],
    ['java version "21" 2023-09-19 LTS', 21],
    ['openjdk version "25-ea" 2025-09-16', 25],
    ['The operation could not be completed. Unable to locate a Java Runtime.', undefined],
  ])('%j is %s', (text, version) => {
    expect(javaVersionIn(text)).toBe(version);
  });
});

describe('findJava', () => {
  it('prefers JAVA_HOME', () => {
    const probe = machine({ '/jdk/bin/java': JAVA_17, java: JAVA_17 });
    expect(findJava({ JAVA_HOME: '/jdk' }, probe)).toEqual({ command: '/jdk/bin/java', version: 17 });
  });

  it('passes over a JAVA_HOME that is too old', () => {
    const probe = machine({ '/jdk/bin/java': JAVA_8, java: JAVA_17 });
    expect(findJava({ JAVA_HOME: '/jdk' }, probe)).toEqual({ command: 'java', version: 17 });
  });
});

describe('findNeo4jSource', () => {
  it('asks nothing of the machine when a server is given', () => {
    const probe = () => {
      throw new Error('asked');
    };
    expect(findNeo4jSource({ NEO4J_URI: 'bolt://db:7687' }, probe)).toEqual({ kind: 'uri' });
  });

  it('takes Java with Maven before Docker', () => {
    const probe = machine({ java: JAVA_17, mvn: 'Apache Maven 3.9.9', docker: '28.2.2' });
    expect(findNeo4jSource({}, probe)).toEqual({ kind: 'java', java: 'java', version: 17, maven: 'mvn' });
  });

  it.each([
    ['Java is too old', { java: JAVA_8, mvn: 'Apache Maven 3.9.9', docker: '28.2.2' }],
    ['Maven is missing', { java: JAVA_17, docker: '28.2.2' }],
    ['Java is missing', { docker: '28.2.2' }],
  ])('takes Docker when %s', (_, commands) => {
    expect(findNeo4jSource({}, machine(commands))).toEqual({ kind: 'docker', docker: 'docker' });
  });

  it('names the three ways, and what it found, when there is none', () => {
    expect(() => findNeo4jSource({}, machine({ java: JAVA_8 }))).toThrow(
      /NEO4J_URI[^]*Java 17 or later with Maven[^]*found: Java 8 \(java\), no Maven[^]*Docker with its engine running/,
    );
  });
});
