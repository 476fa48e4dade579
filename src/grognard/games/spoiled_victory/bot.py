"""placeholder"""
from grognard.bots import RandomBot as Advisor
