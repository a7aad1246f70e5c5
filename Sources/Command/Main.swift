import Glibc

@main
struct Main {
  // Closures written here would belong to the main actor, and trap when run on another thread.
  static func main() { exit(Invocation.run(CommandLine.arguments)) }
}
