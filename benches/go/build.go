// A program that runs a command and prints how long it took and the peak of memory of its processes.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

func main() {
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	start := time.Now()
	err := command.Run()
	long := time.Since(start)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	usage, _ := command.ProcessState.SysUsage().(*syscall.Rusage)
	busy := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	fmt.Printf("%.1f s (%.1f s of processors' time), %.2f GB\n", long.Seconds(), busy.Seconds(), float64(usage.Maxrss)/1e6)
}
